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
    .description('delete accounts, connectors or cycles of ours; keeps what there was, and asks')
    .argument('<address...>', 'such as northwind, or northwind/cycles/KEY')
    .addOption(
      new Option('--confirm <key>', 'key of the account, instead of typing it; may repeat')
        .argParser(addValue)
        .default([], 'asked for'),
    )
    .option('--allow-deletes <number>', 'how many objects may be deleted; must be exact', toCount)
    .option('--out <file>', 'save it as a plan for: cyclectl apply FILE')
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
