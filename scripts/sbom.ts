import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run -s sbom` prints the packages of the product as a CycloneDX document. `npm sbom --omit=dev` would also leave out those
 * that the development needs too, so that its whole document is taken, without the packages that are for development only.
 */
const root = join(import.meta.dirname, '..')

type Component = { 'bom-ref': string; name: string; properties?: { name: string; value: string }[] }
type Sbom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const sbom = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  }),
) as Sbom
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }

const isForDevelopment = ({ properties = [] }: Component) =>
  properties.some((one) => one.name === 'cdx:npm:package:development' && one.value === 'true')
const components = sbom.components.filter((one) => !isForDevelopment(one))
const component = { ...sbom.metadata.component, name }
const refs = new Set([component, ...components].map((one) => one['bom-ref']))
const dependencies = sbom.dependencies.flatMap(({ ref, dependsOn }) =>
  refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }] : [],
)
console.log(JSON.stringify({ ...sbom, metadata: { ...sbom.metadata, component }, components, dependencies }, null, 2))
