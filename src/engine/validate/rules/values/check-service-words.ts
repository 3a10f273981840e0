import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { findUnknownWord, reportUnknownWord } from '../../../../model/fields/service-words.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { Rule } from '../rule.ts';

/**
 * Warns of a word that is like a known one of the service. Others are in exports, where they are
 * right: a plan warns of those that it writes.
 */
export const checkServiceWords: Rule<WrittenAccount> = (document) =>
  Object.entries(document.written.spec.cycles ?? {}).flatMap(([key, cycle]) =>
    Object.entries(cycle).flatMap(([name, word]) => {
      const found = findUnknownWord(name, word);
      if (found === null || found.near === null) return [];
      const at = document.spanOf(toPointer(['spec', 'cycles', key, name]));
      return [reportUnknownWord(found, { at })];
    }),
  );
