import { Trouble } from '../../kit/trouble.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { Address } from '../../model/address.ts';
import { parseObjectAddress } from '../../model/address.ts';
import type { AccountMemory } from '../../model/memory.ts';
import { showApplied, showDesired, showLive } from '../../model/show-value.ts';
import type { AccountDiff } from '../../model/verdict.ts';
import { lookAtAccount } from '../../pipeline/look-at-account.ts';
import { openLooking } from '../../pipeline/make-plan.ts';
import { writeShownValue } from '../../stages/report/write-shown-value.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type Opening, openRun } from '../open-run.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { openForReading, openStore, openStoreReader } from '../wiring.ts';

/** `cyclectl state list`: what we remember, an object a line. */
export async function runStateList(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withOpening(context, options, async (opening) => {
    const store = openStoreReader(opening.root, opening.environment);
    try {
      for (const account of await store.listAccounts()) {
        await context.terminal.out(listMemory(await store.readMemory(account)));
      }
    } finally {
      store.close();
    }
    return exitCodes.ok;
  });
}

function listMemory(memory: AccountMemory): string {
  const objects = [...memory.objects.values()].map(
    (record) => `${toVisible(record.address)}  ${record.kind} ${toVisible(record.remoteId)}\n`,
  );
  const pauses = [...memory.pauses.values()].map(
    (pause) =>
      `${toVisible(pause.address)}  paused by us since ${pause.pausedAt}, to be started again\n`,
  );
  const creates = [...memory.creates.values()].map(
    (create) =>
      `${toVisible(create.address)}  making it was begun ${create.begunAt}, and its end is not known\n`,
  );
  return [...objects, ...pauses, ...creates].join('');
}

/** `cyclectl state show ADDRESS`: what we remember of one object; with `live` also what is there. */
export async function runStateShow(
  context: CommandContext,
  options: GlobalOptions & { readonly address: string; readonly live?: boolean },
): Promise<ExitCode> {
  const { address, account } = parseAddress(options.address);
  return withOpening(context, options, async (opening) => {
    const store = openStoreReader(opening.root, opening.environment);
    const record = (await store.readMemory(account)).objects.get(address) ?? null;
    store.close();
    if (record === null && options.live !== true) {
      context.terminal.say(
        `Nothing is remembered of ${toVisible(address)}. cyclectl state list shows what is.`,
      );
      return exitCodes.failed;
    }
    if (record !== null) {
      await context.terminal.out(
        `${toVisible(address)}  ${record.kind} ${toVisible(record.remoteId)}\n`,
      );
      if (record.run !== null)
        await context.terminal.out(
          `  last sent to run it: ${JSON.stringify(record.run.sent)}, ${record.run.activatedAt}\n`,
        );
    }
    if (options.live === true) return showLiveSide(context, options, { opening, account, address });
    for (const [path, value] of Object.entries(record?.applied ?? {})) {
      const shown = value.kind === 'plain' ? writeShownValue(value) : 'a secret';
      await context.terminal.out(`  ${toVisible(path)}  ${shown}\n`);
    }
    return exitCodes.ok;
  });
}

async function showLiveSide(
  context: CommandContext,
  options: GlobalOptions,
  asked: { readonly opening: Opening; readonly account: string; readonly address: Address },
): Promise<ExitCode> {
  const { opening, account, address } = asked;
  const { environment, project, root } = opening;
  const entry = opening.selected.entries.find((item) => item.key === account);
  if (entry === undefined) {
    throw new Trouble(`no manifest has the account ${account}`, {
      remedy: 'Write its manifest first; only what is in Git can be looked at.',
    });
  }
  const place = await openForReading({ root, environment, context, verbose: options.verbose });
  try {
    const environments = new Set(project.environments.keys());
    const looking = await openLooking(
      { ...place, environment: environment.name, environments, rewrite: false },
      1,
    );
    const sight = await lookAtAccount(looking, entry);
    if (sight.kind !== 'seen') {
      await printDiagnostics(context, options.directory, sight.diagnostics);
      return exitCodes.failed;
    }
    await context.terminal.out(describeLive(sight.diff, address));
    return exitCodes.ok;
  } finally {
    await place.close();
  }
}

function describeLive(diff: AccountDiff, address: Address): string {
  const object = [diff.account, ...diff.connectors, ...diff.cycles].find(
    (item) => item.address === address,
  );
  if (object === undefined) return `${toVisible(address)} is not in the manifest.\n`;
  if (object.live === null) return 'It is not in the service.\n';
  const fields = object.verdicts.map((verdict) => {
    const sides = [
      `wanted ${writeShownValue(showDesired(verdict.desired.value))}`,
      `last applied ${writeShownValue(showApplied(verdict))}`,
      `there now ${writeShownValue(showLive(verdict))}`,
    ];
    return `  ${toVisible(verdict.path)}\n${sides.map((side) => `      ${side}\n`).join('')}`;
  });
  const steps =
    object.kind === 'cycle' && 'shape' in object.desired ? (object.desired.shape?.steps ?? []) : [];
  const names = steps.map((step) => {
    const list = [
      ...step.parameters.map((item) => `parameters ${item.name}`),
      ...step.fields.map((item) => `fields ${item.name}`),
    ];
    return `  step "${toVisible(step.label)}": ${list.map(toVisible).join(', ')}\n`;
  });
  return [...fields, ...names].join('');
}

/** `cyclectl state forget ADDRESS`: lets an object go. Nothing is sent; it is foreign until it is adopted again. */
export async function runStateForget(
  context: CommandContext,
  options: GlobalOptions & { readonly address: string; readonly yes?: boolean },
): Promise<ExitCode> {
  const { address, account, kind } = parseAddress(options.address);
  return withOpening(context, options, async (opening) => {
    const store = openStore(opening.root, opening.environment);
    try {
      const memory = await store.readMemory(account);
      const objects =
        kind === 'account'
          ? [...memory.objects.keys()]
          : [address].filter((item) => memory.objects.has(item));
      const isEmpty = objects.length + memory.pauses.size + memory.creates.size === 0;
      if (isEmpty) {
        context.terminal.say(
          `Nothing is remembered of ${toVisible(address)}. cyclectl state list shows what is.`,
        );
        return exitCodes.failed;
      }
      const question = `Forget ${objects.length} of ${toVisible(address)}? The service is left as it is. Only "yes" does it:`;
      if (options.yes !== true && (await context.terminal.ask.confirm(question)) !== 'yes') {
        context.terminal.say('Nothing was forgotten. Without a terminal, --yes answers.');
        return exitCodes.failed;
      }
      const others =
        kind === 'account'
          ? { closeCreates: [...memory.creates.keys()], closePauses: [...memory.pauses.keys()] }
          : { closeCreates: [address], closePauses: [address] };
      await store.change({ account, dropObjects: objects, ...others });
      await context.terminal.out(`Forgotten: ${objects.length}.\n`);
      return exitCodes.ok;
    } finally {
      store.close();
    }
  });
}

function parseAddress(text: string): NonNullable<ReturnType<typeof parseObjectAddress>> {
  const parsed = parseObjectAddress(text);
  if (parsed !== null) return parsed;
  throw new Trouble(`"${toVisible(text)}" is no address of an object`, {
    remedy:
      'Write ACCOUNT, ACCOUNT/connectors/KEY or ACCOUNT/cycles/KEY; cyclectl state list shows them.',
  });
}

async function withOpening(
  context: CommandContext,
  options: GlobalOptions,
  work: (opening: Opening) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opening = await openRun(context, options);
  if (!('refused' in opening)) return work(opening);
  await printDiagnostics(context, options.directory, opening.refused);
  return exitCodes.failed;
}
