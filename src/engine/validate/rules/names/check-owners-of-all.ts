import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
import { checkPattern } from '../../names/check-pattern.ts';
import { listEnvironments } from '../../placeholders/scope.ts';
import type { Rule } from '../rule.ts';

/** Requires that `ownership` of an environment names existing fields. */
export const checkOwnersOfAll: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([name, { ownership = {} }]) =>
    Object.entries(ownership).flatMap(([text, owner]) => {
      const pointer = toPointer(['spec', 'environments', name, 'ownership', text]);
      return checkPattern(text, owner, { document, pointer });
    }),
  );
