/** A package of the lock file. */
interface LockedPackage {
  /** The path from the top of the checkout: `node_modules/ajv`. */
  readonly path: string
  readonly version: string
  readonly license: string
}

/** The packages that `npm ci --omit=dev` installs, in the order of the lock file. */
export function runTimePackages(lock: string): readonly LockedPackage[] {
  const { packages } = JSON.parse(lock) as {
    readonly packages: Readonly<Record<string, { version?: string; license?: string; dev?: true; devOptional?: true }>>
  }
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path, { version = '', license = 'none' }]) => ({ path, version, license }))
}
