import type { Reporter } from 'vitest/node'

/** Names every test that passed only when it was tried again: nothing that is uncertain stays unseen (decision 0060). */
export const secondTries: Reporter = {
  onTestRunEnd(modules) {
    for (const module of modules)
      for (const one of module.children.allTests())
        if (one.diagnostic()?.flaky) console.log(`SECOND TRY: ${module.relativeModuleId} > ${one.fullName}`)
  },
}
