import { formatShapeFault, type Shape, shapes } from '../../kit/json/shapes.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { accountPlanShape, diagnosticsShape } from '../../model/plan/account-plan-shape.ts';
import type { PlannedAccount } from '../../model/report/report.ts';

const { text, flag, object, byTag } = shapes;

const planned = byTag('kind', {
  planned: object({ plan: accountPlanShape }),
  unplanned: object({
    account: text,
    diagnostics: diagnosticsShape,
    isUnread: flag,
  }),
} satisfies Record<PlannedAccount['kind'], Shape>);

// Lines of a plan file that are no account, because each account has a line of its own.
const frame = /^(?:[{}]|\],|"(?:envelope|format|target|options|accounts|summary|digest|seal)":.*)$/;

/** Parses one account of a plan file; `wrong` says why it is none. Null for lines of other parts. */
export function parsePlannedAccount(
  line: string,
): { readonly account: PlannedAccount } | { readonly wrong: string } | null {
  if (frame.test(line)) return null;
  const value = parseJson(line.endsWith(',') ? line.slice(0, -1) : line);
  if (value === undefined) return { wrong: 'is not an account in JSON' };
  const fault = planned(value, '');
  if (fault === null) return { account: value as PlannedAccount };
  return { wrong: `has an account where ${toVisible(formatShapeFault(fault))}` };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
