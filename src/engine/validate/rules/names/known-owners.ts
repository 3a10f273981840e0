import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { judgeEntryName } from '../../names/judge-entry-name.ts';
import { judgePattern, reportPattern } from '../../names/judge-pattern.ts';
import type { Rule } from '../rule.ts';

/** What an account says of who owns its fields is about fields that there are, and entries that it has. */
export const knownOwners: Rule<WrittenAccount> = (document) =>
  Object.entries(document.written.spec.ownership ?? {}).flatMap(([text, owner]) => {
    const at = { document, pointer: toPointer(['spec', 'ownership', text]) };
    const found = judgePattern(text, owner, at);
    if (found.length > 0) return found;
    // A misspelt key would leave the entry that was meant to Git.
    const wrong = judgeEntryName(text, document);
    return wrong === null ? [] : [reportPattern(at, wrong)];
  });
