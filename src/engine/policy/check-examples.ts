import { toPointer } from '../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Policy, PolicyExample } from '../../model/plan/policy.ts';
import {
  describeViolation,
  listViolations,
  toSentence,
  type Violation,
} from './make-policy-rules.ts';
import { fromExample } from './subjects.ts';

/** Checks the examples of a policy: each that has another result than it expects is a mistake. */
export function checkExamples(policy: Policy, today: string): readonly Diagnostic[] {
  const { examples = [] } = policy.document.written.spec;
  return examples.flatMap((example, index) => {
    const found = checkExample(policy, example, today);
    const wrong = describeMismatch(policy, example, found);
    if (wrong === null) return [];
    return [
      reportError('policy-example', {
        summary: `The example "${example.name}" of the policy ${policy.name} ${wrong}`,
        at: policy.document.spanOf(toPointer(['spec', 'examples', index, 'expect'])),
      }),
    ];
  });
}

function checkExample(policy: Policy, example: PolicyExample, today: string): readonly Violation[] {
  const { match } = policy.document.written.spec;
  const [first] = match?.environments ?? [];
  const environment = example.environment ?? first ?? 'example';
  if (match?.environments?.includes(environment) === false) return [];
  return listViolations(policy, fromExample(example, environment), example.today ?? today);
}

// Null where the result is the expected one. A typo in an expression must not pass for a violation.
function describeMismatch(
  policy: Policy,
  { expect, message }: PolicyExample,
  violations: readonly Violation[],
): string | null {
  const { action } = policy.document.written.spec;
  const result = violations.length === 0 ? 'allow' : action;
  const [failed] = violations.flatMap(({ found }) => ('mistake' in found ? [found.mistake] : []));
  if (failed !== undefined) return `cannot be checked, because an expression fails: ${failed}`;
  const [first] = violations;
  const said = first === undefined ? null : describeViolation(policy, first);
  if (result !== expect) return `gives ${result}, not ${expect}${said === null ? '' : `: ${said}`}`;
  if (message === undefined) return null;
  if (said === null) return 'gives allow, so it has no message';
  const isSaid = violations.some(
    ({ found }) => 'message' in found && toSentence(found.message) === toSentence(message),
  );
  return isSaid ? null : `has another message: ${said}`;
}
