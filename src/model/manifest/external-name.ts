import type { SourceSpan } from '../source-span.ts';

/**
 * A name outside the project, with its first place in the manifests. `address-in-file` is an
 * address that receives values and is in a file of the project, so that its destination is unknown.
 */
export type ExternalName = {
  readonly kind: 'variable' | 'origin' | 'address-in-file';
  readonly name: string;
  readonly at: SourceSpan;
  /** The environments in which it is used; null for all of them. */
  readonly environments: ReadonlySet<string> | null;
};

/** External names of manifests, each once, so that memory does not grow with the fleet. */
export class ExternalNames {
  readonly #names = new Map<string, ExternalName>();

  /** Adds a name of a document; its place is computed only for the first. */
  add(
    { kind, name }: Pick<ExternalName, 'kind' | 'name'>,
    used: { readonly in: ExternalName['environments']; readonly at: () => SourceSpan },
  ): void {
    const key = `${kind} ${name}`;
    const known = this.#names.get(key);
    if (known === undefined) {
      this.#names.set(key, { kind, name, at: used.at(), environments: used.in });
    } else if (known.environments !== null) {
      this.#names.set(key, { ...known, environments: join(known.environments, used.in) });
    }
  }

  /** The names that are used in an environment, in the order in which they were met. */
  listIn(environment: string): readonly ExternalName[] {
    return [...this.#names.values()].filter(
      ({ environments }) => environments?.has(environment) ?? true,
    );
  }
}

function join(
  known: ReadonlySet<string>,
  more: ExternalName['environments'],
): ExternalName['environments'] {
  if (more === null) return null;
  return [...more].every((name) => known.has(name)) ? known : new Set([...known, ...more]);
}
