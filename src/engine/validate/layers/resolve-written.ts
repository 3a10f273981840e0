import { isMap, toMembers } from '../../../kit/json/json.ts';
import { readPointer } from '../../../kit/json/json-pointer.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { InterpolatedAccount } from '../placeholders/interpolated-account.ts';
import {
  hasPlaceholders,
  resolveAccountPlaceholders,
} from '../placeholders/resolve-account-placeholders.ts';
import type { Scope } from '../placeholders/scope.ts';
import { mergeAccount } from './merge-account.ts';

/** True if the meaning of a manifest may differ from its text, and between environments. */
export function isRendered(raw: RawDocument): boolean {
  return raw.layering !== null || hasPlaceholders(raw.written) || hasNoEntries(raw);
}

/**
 * Renders a manifest for one environment: its layers are merged and its placeholders resolved;
 * without an environment, what is equal in all.
 */
export function resolveWritten(raw: RawDocument, scope: Scope | null): InterpolatedAccount {
  if (raw.layering === null) return resolveAccountPlaceholders(withoutNoEntries(raw), scope);
  const { document, own, diagnostics } = mergeAccount(raw, raw.layering, scope);
  const filled = resolveAccountPlaceholders(document, scope, own);
  const isWhole = filled.document.isWhole && diagnostics.length === 0;
  return {
    ...filled,
    document: { ...filled.document, isWhole },
    diagnostics: [...diagnostics, ...filled.diagnostics],
  };
}

const entryMaps = ['connectors', 'cycles'] as const;

function hasNoEntries({ written }: RawDocument): boolean {
  return entryMaps.some((name) => {
    const entries = readPointer(written, `/spec/${name}`);
    return isMap(entries) && Object.values(entries).includes(null);
  });
}

/** Removes the entries that are null, which an account does not have. */
function withoutNoEntries(raw: RawDocument): RawDocument {
  if (!hasNoEntries(raw)) return raw;
  const { spec, ...head } = toMembers(raw.written);
  const kept = entryMaps.flatMap((name) => {
    const entries = toMembers(spec)[name];
    if (!isMap(entries)) return [];
    return [
      [name, Object.fromEntries(Object.entries(entries).filter(([, entry]) => entry !== null))],
    ];
  });
  return {
    ...raw,
    written: { ...head, spec: { ...toMembers(spec), ...Object.fromEntries(kept) } },
  };
}
