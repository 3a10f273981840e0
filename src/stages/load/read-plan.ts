import { beginHash } from '../../kit/running-hash.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PlanChoices, PlanSummary, PlanTarget } from '../../model/plan.ts';
import { planFormat } from '../../model/plan.ts';
import type { PlannedAccount } from '../../model/report.ts';

/** A plan file that is whole: its head and counts; the accounts are read again line by line. */
export type SavedPlan = {
  readonly target: PlanTarget;
  readonly options: PlanChoices;
  readonly summary: PlanSummary;
  readonly envelope: { readonly createdAt: string; readonly tool: string };
};

/** Reads a plan file to its end and checks that it is one, of our version, and unchanged. */
export async function readPlan(
  lines: AsyncIterable<string>,
): Promise<{ readonly plan: SavedPlan } | { readonly diagnostics: readonly Diagnostic[] }> {
  const hash = beginHash();
  const parts = new Map<string, unknown>();
  const ends: string[] = [];
  let digest: string | null = null;
  let isFirst = true;
  for await (const line of lines) {
    if (isFirst && line !== '{') return refuse('it does not begin as a plan does');
    if (digest !== null) ends.push(line);
    else if (line.startsWith(digestHead)) digest = line.slice(digestHead.length);
    else if (!isFirst && !line.startsWith('"envelope":')) hash.add(`${line}\n`);
    isFirst = false;
    const part = readPart(line);
    if (part === 'broken') return refuse('a line of it is not JSON');
    if (part !== null && parts.has(part.name)) return refuse(`it has its ${part.name} twice`);
    if (part !== null) parts.set(part.name, part.value);
    const format = parts.get('format') ?? planFormat;
    if (format !== planFormat) {
      return refuse(
        `its format is ${JSON.stringify(format)}, and this version applies ${planFormat}`,
      );
    }
  }
  if (digest === null) return refuse('it has no digest: it was not written to its end');
  if (digest !== JSON.stringify(hash.end()) || ends.join('\n') !== '}')
    return refuse('it is not as it was written: its digest is another');
  return toSavedPlan(parts);
}

function toSavedPlan(parts: ReadonlyMap<string, unknown>): Awaited<ReturnType<typeof readPlan>> {
  const { target, options, summary, envelope } = Object.fromEntries(parts);
  if (![target, options, summary, envelope].every(isObject)) return refuse('it lacks its target');
  return { plan: { target, options, summary, envelope } as SavedPlan };
}

/** The accounts of a plan file, one at a time. The file was checked before. */
export async function* readPlannedAccounts(
  lines: AsyncIterable<string>,
): AsyncGenerator<PlannedAccount, void, undefined> {
  for await (const line of lines) {
    if (line.startsWith('{"kind":"') || line.startsWith('{"account":')) {
      yield JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as PlannedAccount;
    }
  }
}

const digestHead = '"digest":';
const partNames = ['envelope', 'format', 'target', 'options', 'summary'];

// A line holds one part and nothing else, so that none travels beside the envelope, which has no seal.
function readPart(
  line: string,
): { readonly name: string; readonly value: unknown } | 'broken' | null {
  const name = partNames.find((item) => line.startsWith(`"${item}":`));
  if (name === undefined) return null;
  try {
    return { name, value: JSON.parse(line.slice(name.length + 3).replace(/,$/, '')) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return 'broken';
    throw error;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function refuse(why: string): { readonly diagnostics: readonly Diagnostic[] } {
  return {
    diagnostics: [
      {
        code: 'plan-invalid',
        severity: 'error',
        summary: `The file is no plan to apply: ${why}`,
        remedy: 'Make it again with cyclectl plan --out FILE.',
      },
    ],
  };
}
