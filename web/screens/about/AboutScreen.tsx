import { usePageTitle } from '#web/platform/navigation/pageTitle.ts'
import { ButtonLink } from '#web/platform/navigation/links.tsx'
import { routes } from '#web/platform/paths.ts'
import { aboutStrings } from '#web/platform/strings/aboutStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Isolated, PageHeading } from '#web/ui/Text.tsx'
import page from '#web/screens/PageScreen.module.css'
import styles from './AboutScreen.module.css'
import { shipped, type ShippedPackage } from './shipped.ts'

/** The version of the product, and the licenses of the packages in it. */
export function AboutScreen() {
  const { actions, entries, product } = useStrings()
  const strings = aboutStrings[useLanguage()]
  usePageTitle(entries.about)
  return (
    <div className={page.page}>
      <ButtonLink to={routes.root} variant="ghost" icon="back" className={page.back}>
        {actions.backHome}
      </ButtonLink>
      <article className={page.article}>
        <PageHeading>{entries.about}</PageHeading>
        <p>
          <Isolated>{strings.version(product, shipped.version)}</Isolated>
        </p>
        <h2 className={styles.heading}>{strings.licenses}</h2>
        <p>
          <Isolated>{strings.explained(shipped.packages.length)}</Isolated>
        </p>
        <ul className={styles.packages} dir="ltr" lang="en">
          {shipped.packages.map((one) => (
            <li key={`${one.name} ${one.version}`}>
              <License {...one} />
            </li>
          ))}
        </ul>
      </article>
    </div>
  )
}

function License({ name, version, license, text }: ShippedPackage) {
  const line = `${name} ${version}: ${license}`
  if (text === undefined) return line
  return (
    <details>
      <summary>{line}</summary>
      <pre className={styles.text}>{shipped.texts[text]}</pre>
    </details>
  )
}
