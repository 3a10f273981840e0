import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
import { checkCovered } from '../../names/check-pattern.ts';
import { listEnvironments } from '../../placeholders/scope.ts';
import type { Rule } from '../rule.ts';

/** Requires that the rules under `drift` of an environment name existing fields. */
export const checkDriftRules: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([name, { drift: { rules = [] } = {} }]) =>
    rules.flatMap(({ path }: Partial<(typeof rules)[number]>, index) => {
      // The schema reports a missing path.
      if (path === undefined) return [];
      const names = ['spec', 'environments', name, 'drift', 'rules', String(index), 'path'];
      return checkCovered(path, { document, pointer: toPointer(names) });
    }),
  );
