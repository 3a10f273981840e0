import { type Command, Option } from 'commander';

import {
  approvedBy,
  gather,
  reporting,
  toCount,
  waitingForLocks,
} from '../../app/options/option-values.ts';
import type { Runner, Story } from '../story.ts';

/** Adds `cyclectl destroy`. */
export function addDestroy(program: Command, run: Runner): void {
  program
    .command('destroy')
    .description('delete accounts, connectors or cycles of ours; keeps what there was, and asks')
    .argument('<address...>', 'such as northwind, or northwind/cycles/KEY')
    .addOption(
      new Option('--confirm <key>', 'key of the account, instead of typing it; may repeat')
        .argParser(gather)
        .default([], 'asked for'),
    )
    .option('--allow-deletes <number>', 'how many objects may be deleted; must be exact', toCount)
    .option('--out <file>', 'save it as a plan for: cyclectl apply FILE')
    .addOption(reporting())
    .addOption(approvedBy())
    .addOption(waitingForLocks())
    .action(
      run(
        async () =>
          (await import('../../features/operations/destroy/destroy-command.ts'))
            .runDestroy as Story,
      ),
    );
}
