import { type Command, Option } from 'commander';
import { toPastMs, toPositiveCount } from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

const hourMs = 3_600_000;

/** Adds `cyclectl incidents`, `transactions` and `why`. */
export function addIncidents(program: Command, run: MakeAction): void {
  program
    .command('incidents')
    .description('Group errors of runs by kind, over all accounts')
    .addOption(makeSinceOption(24 * hourMs, '24h'))
    .option('--warnings', 'Group warnings too')
    .addOption(makeRecordOption())
    .action(
      run(
        async () =>
          (await import('../../features/inspect/incidents/incidents-command.ts'))
            .runIncidentsCommand,
      ),
    );
  program
    .command('transactions')
    .description('List runs of a cycle with their errors, or the steps of a run')
    .argument('<address>', 'Address of the cycle, such as northwind/cycles/contacts')
    .argument('[transaction]', 'Id of a transaction, to list the steps that it called')
    .addOption(makeSinceOption(24 * hourMs, '24h'))
    .option('--limit <number>', 'List at most this many', toPositiveCount, 20)
    .addOption(makeRecordOption())
    .action(
      run(
        async () =>
          (await import('../../features/inspect/incidents/transactions-command.ts'))
            .runTransactionsCommand,
      ),
    );
  program
    .command('why')
    .description('Show what may cause the errors of a cycle: our applies, changes, sign-ins')
    .argument('<address>', 'Address of the cycle, such as northwind/cycles/contacts')
    .addOption(makeSinceOption(7 * 24 * hourMs, '7d'))
    .action(
      run(
        async () =>
          (await import('../../features/inspect/incidents/why/why-command.ts')).runWhyCommand,
      ),
    );
}

function makeSinceOption(ms: number, shown: string): Option {
  return new Option('--since <duration>', 'Look back this long')
    .argParser(toPastMs)
    .default(ms, shown);
}

function makeRecordOption(): Option {
  return new Option(
    '--record <location>',
    'Also show the value at this location of the data of a run, such as Contact.Id',
  );
}
