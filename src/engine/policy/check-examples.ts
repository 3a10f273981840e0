import { toPointer } from '../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Policy, PolicyExample, PolicyFinding } from '../../model/plan/policy.ts';
import { checkPolicy } from './make-policy-rules.ts';
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

function checkExample(
  policy: Policy,
  example: PolicyExample,
  today: string,
): readonly PolicyFinding[] {
  const [first] = policy.document.written.spec.match?.environments ?? [];
  const environment = example.environment ?? first ?? 'example';
  const { match } = policy.document.written.spec;
  if (match?.environments?.includes(environment) === false) return [];
  return checkPolicy(policy, fromExample(example, environment), example.today ?? today);
}

// Null where the result is the expected one.
function describeMismatch(
  policy: Policy,
  { expect, message }: PolicyExample,
  found: readonly PolicyFinding[],
): string | null {
  const { action } = policy.document.written.spec;
  const result = found.length === 0 ? 'allow' : action;
  const said = found.map(({ summary }) => summary);
  if (result !== expect) {
    const why = said.length === 0 ? '' : `: ${said[0]}`;
    return `gives ${result}, not ${expect}${why}`;
  }
  if (
    message === undefined ||
    said.some((each) => each.endsWith(`: ${message.replace(/\.$/, '')}`))
  )
    return null;
  return said.length === 0
    ? 'gives allow, so it has no message'
    : `has another message: ${said[0]}`;
}
