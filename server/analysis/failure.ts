import type { AnalysisFailureCode } from '#shared/resources/analysisMessages.ts'

/** Why a file could not be analyzed. */
export class AnalysisFailure extends Error {
  readonly code: AnalysisFailureCode

  constructor(code: AnalysisFailureCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
