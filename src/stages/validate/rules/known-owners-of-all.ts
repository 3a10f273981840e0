import { toPointer } from '../../../kit/json-pointer.ts';
import type { WrittenProject } from '../../../model/manifest.generated.ts';
import { judgePattern } from '../judge-pattern.ts';
import { listEnvironments } from '../list-environments.ts';
import type { Rule } from './rule.ts';

/** What cyclectl.yaml says of who owns the fields of all accounts of an environment is about fields that there are. */
export const knownOwnersOfAll: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([name, { ownership = {} }]) =>
    Object.entries(ownership).flatMap(([text, owner]) => {
      const pointer = toPointer(['spec', 'environments', name, 'ownership', text]);
      return judgePattern(text, owner, { document, pointer });
    }),
  );
