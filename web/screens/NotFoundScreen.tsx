import { routes } from '#web/platform/paths.ts'
import { ButtonLink } from '#web/platform/navigation/links.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { PageHeading } from '#web/ui/Text.tsx'
import styles from './NotFoundScreen.module.css'

export function NotFoundScreen() {
  const { page, actions } = useStrings()
  return (
    <div className={styles.screen}>
      <bdi className={styles.number} dir="ltr" aria-hidden="true">
        404
      </bdi>
      <PageHeading>{page.notFound}</PageHeading>
      <p className={styles.more}>{page.notFoundMore}</p>
      <ButtonLink to={routes.root} icon="home">
        {actions.backHome}
      </ButtonLink>
    </div>
  )
}
