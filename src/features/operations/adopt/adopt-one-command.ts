import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { reportUnknown } from '../state/settle/check-finding.ts';
import type { FoundAdoption } from './adoption.ts';
import { askObject } from './ask-binding.ts';
import { type AdoptContext, bindFound } from './bind-found.ts';
import { formatAdoptionJson } from './format-adoption-json.ts';
import { formatChosenText } from './format-adoptions-text.ts';
import { type ChosenBinding, observeChoice } from './observe-choice.ts';

/** Binds one entry to the object that a person named. */
export async function runAdoptOne(
  adopting: AdoptContext,
  choice: ChosenBinding,
): Promise<ExitCode> {
  const { project, ports } = adopting;
  const { at } = choice;
  const { entries } = project.selected;
  const entry = entries.find(({ key }) => key === at.account);
  if (entry === undefined) {
    const keys = entries.map(({ key }) => key);
    return refuse(adopting, [reportUnknown(at, at.account, keys)]);
  }
  const look = (context: Parameters<typeof observeChoice>[0]) =>
    observeChoice(context, entry, choice);
  const observation = await look(await openRunContext(toRun(project, ports).context, 1));
  if (observation.kind === 'refused') {
    const isAmbiguous = observation.diagnostics.some(({ code }) => code === 'ambiguous');
    if (!isAmbiguous || adopting.context.terminal.ask.lack !== null)
      return refuse(adopting, observation.diagnostics);
    const asked = await askObject(adopting, at, choice.live);
    if (asked.kind !== 'one') return refuse(adopting, observation.diagnostics);
    return runAdoptOne(adopting, asked.choice);
  }
  if (observation.kind === 'bound')
    return printChosen(adopting, { account: entry.key, bound: [observation.object], isOld: true });
  const [outcome] = await bindFound(adopting, { found: () => once(observation.adoption), look });
  if (outcome === undefined) return exitCodes.failed;
  if (outcome.diagnostics.length > 0) return refuse(adopting, outcome.diagnostics);
  // Treats a binding of a concurrent adopt as success, because it is the requested one.
  const isOld = outcome.bound.length === 0;
  return printChosen(adopting, {
    account: entry.key,
    bound: isOld ? observation.adoption.adopts : outcome.bound,
    isOld,
  });
}

async function* once(found: FoundAdoption): AsyncGenerator<FoundAdoption> {
  yield found;
}

async function printChosen(
  { context, options, ports }: AdoptContext,
  chosen: Parameters<typeof formatChosenText>[0] & { readonly account: string },
): Promise<ExitCode> {
  if (options.format === 'text') {
    await context.terminal.out(formatChosenText(chosen));
    return exitCodes.ok;
  }
  const { account, bound: found, isOld } = chosen;
  const one = { account, found, bound: isOld ? [] : found, missing: 0, diagnostics: [] };
  const frame = { target: ports.target, cost: ports.readCost() };
  await context.terminal.out(formatAdoptionJson(frame, [one], context.reported));
  return exitCodes.ok;
}

async function refuse(
  { context, options }: AdoptContext,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  return await printRefused(context, options.directory, refused);
}
