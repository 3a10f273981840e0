import type { RawDocument } from '../../../model/manifest/manifest.ts';
import {
  hasPlaceholders,
  type InterpolatedAccount,
  resolveAccountPlaceholders,
} from '../placeholders/resolve-account-placeholders.ts';
import type { Scope } from '../placeholders/scope.ts';
import { mergeAccount } from './merge-account.ts';

/** True if the meaning of a manifest may differ from its text, and between environments. */
export function isRendered(raw: RawDocument): boolean {
  return raw.layering !== null || hasPlaceholders(raw.written);
}

/**
 * Renders a manifest for one environment: its layers are merged and its placeholders resolved;
 * without an environment, what is equal in all.
 */
export function resolveWritten(raw: RawDocument, scope: Scope | null): InterpolatedAccount {
  if (raw.layering === null) return resolveAccountPlaceholders(raw, scope);
  const { document, own, diagnostics } = mergeAccount(raw, raw.layering, scope);
  const filled = resolveAccountPlaceholders(document, scope, own);
  const isWhole = filled.document.isWhole && diagnostics.length === 0;
  return {
    ...filled,
    document: { ...filled.document, isWhole },
    diagnostics: [...diagnostics, ...filled.diagnostics],
  };
}
