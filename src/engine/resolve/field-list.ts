import { type FieldPath, toFieldPath } from '../../model/address.ts';
import type { DesiredField, DesiredFields, PlainValue } from '../../model/fields/field-value.ts';
import type {
  WrittenRetention,
  WrittenScalar,
  WrittenSecret,
} from '../../model/manifest/manifest.generated.ts';
import type { Secrets } from '../../model/ports.ts';
import type { BoundSecret } from '../../model/secret/secret.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** Collects the managed fields of one object, in the order of the manifest. */
export class FieldList {
  readonly #fields = new Map<FieldPath, DesiredField>();

  /** Adds a value that is not secret. */
  addPlain(names: readonly string[], value: PlainValue, at: SourceSpan): void {
    const path = toFieldPath(...names);
    this.#fields.set(path, { path, value: { kind: 'plain', value }, at });
  }

  /** Adds a secret, by reference and fingerprint only. */
  addSecret(names: readonly string[], secret: BoundSecret, at: SourceSpan): void {
    const path = toFieldPath(...names);
    this.#fields.set(path, { path, value: { kind: 'secret', secret }, at });
  }

  toFields(): DesiredFields {
    return this.#fields;
  }
}

/** Adds both retentions: a map sets its keys, null clears both. `spanOf` takes a key. */
export function addRetention(
  fields: FieldList,
  written: WrittenRetention | undefined,
  spanOf: (key: string | null) => SourceSpan,
): void {
  if (written === undefined) return;
  for (const key of ['successHours', 'erroredHours'] as const) {
    const hours = written === null ? null : written[key];
    if (hours === undefined) continue;
    fields.addPlain(['retention', key], hours, spanOf(written === null ? null : key));
  }
}

/** Adds a value that is sent as text, or a reference to a secret. */
export async function addText(
  fields: FieldList,
  secrets: Pick<Secrets, 'bind'>,
  item: {
    readonly names: readonly string[];
    readonly written: WrittenScalar | WrittenSecret;
    readonly at: SourceSpan;
  },
): Promise<void> {
  const { names, written, at } = item;
  if (typeof written === 'object') fields.addSecret(names, await secrets.bind(written), at);
  else fields.addPlain(names, String(written), at);
}
