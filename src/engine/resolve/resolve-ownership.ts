import { toPointer } from '../../kit/json/json-pointer.ts';
import { type OwnerRule, orderRules, parsePattern } from '../../model/desired/scope/ownership.ts';
import type { WrittenOwner } from '../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../model/manifest/manifest-document.ts';

/** Resolves ownership rules, the most specific first. */
export function resolveOwnership(
  document: ManifestDocument<unknown>,
  written: Readonly<Record<string, WrittenOwner>> | undefined,
  names: readonly string[],
): readonly OwnerRule[] {
  const rules = Object.entries(written ?? {}).map(([text, owner]) => ({
    pattern: parsePattern(text),
    owner,
    at: document.keySpanOf(toPointer([...names, text])),
  }));
  return orderRules(rules);
}
