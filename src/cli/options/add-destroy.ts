import { type Command, Option } from 'commander';

import {
  addValue,
  makeApprovedByOption,
  makeLockTimeoutOption,
  makeReportOption,
  toCount,
} from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl destroy`. */
export function addDestroy(program: Command, run: MakeAction): void {
  program
    .command('destroy')
    .description('Delete managed accounts, connectors or cycles; writes a backup, and asks first')
    .argument('<address...>', 'Address to delete, such as northwind, or northwind/cycles/KEY')
    .addOption(
      new Option(
        '--confirm <key>',
        'Confirm with the key of the account instead of typing it; repeatable',
      )
        .argParser(addValue)
        .default([], 'prompt'),
    )
    .option('--allow-deletes <number>', 'Allow exactly this number of deletions', toCount)
    .option('--out <file>', 'Save the deletion as a plan for: cyclectl apply FILE')
    .addOption(makeReportOption())
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/operations/destroy/destroy-command.ts'))
            .runDestroy as CommandHandler,
      ),
    );
}
