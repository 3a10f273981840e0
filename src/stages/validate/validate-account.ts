import type { WrittenAccount } from '../../model/manifest.generated.ts';
import type { PartlyJudged, RawDocument } from '../../model/manifest.ts';
import { judgeDocument } from './judge-document.ts';
import { accountRules } from './rules/account-rules.ts';

/** Judges a document of a folder of manifests. `environments` are the names that the project has, if that is known. */
export function validateAccount(
  raw: RawDocument,
  environments: ReadonlySet<string> | null,
): PartlyJudged<WrittenAccount> {
  return judgeDocument(raw, { kind: 'Account', rules: accountRules, environments });
}
