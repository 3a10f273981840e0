import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { checkEntryName } from '../../names/check-entry-name.ts';
import { checkPattern, reportPattern } from '../../names/check-pattern.ts';
import type { Rule } from '../rule.ts';

/** Requires that `ownership` of an account names existing fields and entries. */
export const checkOwners: Rule<WrittenAccount> = (document) =>
  Object.entries(document.written.spec.ownership ?? {}).flatMap(([text, owner]) => {
    const at = { document, pointer: toPointer(['spec', 'ownership', text]) };
    const found = checkPattern(text, owner, at);
    if (found.length > 0) return found;
    // A misspelt key would leave the intended entry to Git.
    const wrong = checkEntryName(text, document);
    return wrong === null ? [] : [reportPattern(at, wrong)];
  });
