import type { Command } from 'commander';

import type { CommandHandler, MakeAction } from '../command-handler.ts';

const loadState = () => import('../../features/operations/state/state-command.ts');
const loadSettle = () => import('../../features/operations/state/settle/settle-command.ts');
const loadAcceptAddress = () =>
  import('../../features/operations/state/settle/accept-address-command.ts');
const loadSnapshot = () => import('../../features/inspect/snapshot/snapshot-command.ts');
const loadStateTransfer = () => import('../../features/operations/state/state-transfer-command.ts');

/** Adds `cyclectl state` and what stands beneath it. */
export function addState(program: Command, run: MakeAction): void {
  const state = program.command('state').description('what cyclectl remembers of an environment');
  state
    .command('list')
    .description('every object that is ours')
    .action(run(async () => (await loadState()).runStateList as CommandHandler));
  state
    .command('show')
    .description('what is remembered of one object')
    .argument('<address>', 'such as northwind/cycles/KEY')
    .option('--live', 'next to what is there now')
    .action(run(async () => (await loadState()).runStateShow as CommandHandler));
  state
    .command('settle')
    .description('say what became of an object that the service does not let us look up')
    .argument('<address>', 'such as northwind/connectors/KEY')
    .argument('<finding>', 'exists or absent, or done: what was left to a person is set')
    .argument('[id]', 'the id that it has in the service, where it exists')
    .action(run(async () => (await loadSettle()).runStateSettle as CommandHandler));
  state
    .command('forget')
    .description('let an object go; the service is left as it is')
    .argument('<address>', 'such as northwind/connectors/KEY')
    .option('-y, --yes', 'do not ask')
    .action(run(async () => (await loadState()).runStateForget as CommandHandler));
  state
    .command('accept-address')
    .description('confirm that the service of an environment has moved to where the manifest says')
    .option('-y, --yes', 'do not ask')
    .action(run(async () => (await loadAcceptAddress()).runAcceptAddress as CommandHandler));
  state
    .command('snapshot')
    .description(
      'cycles behind their templates: show them, keep what they have, or compare with it',
    )
    .option('--out <file>', 'keep what they have now, before an upgrade in the console; no secret')
    .option('--against <file>', 'after the upgrade: what it changed, and what plan puts back')
    .action(run(async () => (await loadSnapshot()).runSnapshot as CommandHandler));
  state
    .command('export')
    .description('write down all that is remembered, to keep it or to move it')
    .argument('<file>', 'the file to write; it holds no secret')
    .action(run(async () => (await loadStateTransfer()).runStateExport as CommandHandler));
  state
    .command('import')
    .description('take over what was exported, into a store in which nothing is')
    .argument('<file>', 'what state export wrote')
    .option(
      '--from <scope>',
      'PROJECT/ENVIRONMENT that it was exported from, where that is another',
    )
    .action(run(async () => (await loadStateTransfer()).runStateImport as CommandHandler));
}
