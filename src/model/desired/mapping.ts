import type { BoundSecret } from '../secret/secret.ts';

/** The source of a step's parameter or request field, by names. A live `null` means never set. */
export type MappingSource = KnownSource | UnknownSource;

/** A source that a manifest can ask for. */
export type KnownSource =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'step'; readonly step: string; readonly field: string }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'option'; readonly option: string }
  | { readonly kind: 'lookup'; readonly value: string; readonly label?: string }
  | { readonly kind: 'expression'; readonly expression: string }
  | { readonly kind: 'ignore' };

/** A live source of a type that we do not know, with its texts: compared, never written. */
export type UnknownSource = {
  readonly kind: 'unknown';
  readonly type: string;
  readonly value?: string;
  readonly step?: string;
  readonly field?: string;
  readonly lookup?: string;
  readonly label?: string;
};

/** The only way to unset a mapping. */
export const ignored = { kind: 'ignore' } as const satisfies MappingSource;

/** A mapping as the manifest asks for it: a source in names, or a secret sent as static text. */
export type DesiredMapping =
  | MappingSource
  | { readonly kind: 'secret'; readonly secret: BoundSecret };

/** The two lists of a step that can be mapped; an id of one in the other is an error (SPEC 4.6). */
export type MappingSlot = 'parameters' | 'fields';

const sourceKinds: ReadonlySet<string> = new Set([
  'value',
  'step',
  'variable',
  'option',
  'lookup',
  'expression',
  'ignore',
  'unknown',
] satisfies MappingSource['kind'][]);

/** Returns whether a value is the source of a mapping. */
export function isMappingSource(value: unknown): value is MappingSource {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && sourceKinds.has(value.kind);
}
