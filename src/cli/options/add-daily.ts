import { type Command, Option } from 'commander';
import {
  findingFormats,
  makeAllowDeletesOption,
  makeAllowNewWebhookUrlsOption,
  makeAllowReplaceOption,
  makeApprovedByOption,
  makeLockTimeoutOption,
  makeReportOption,
  toDurationMs,
} from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';
import { addDrift } from './add-drift.ts';

/** Adds the commands of every day: what Git says, what is there, and what was done about it. */
export function addDaily(program: Command, run: MakeAction): void {
  program
    .command('validate')
    .description('check every manifest, offline')
    .addOption(makeReportOption(findingFormats))
    .action(
      run(
        async () =>
          (await import('../../features/sync/validate-command.ts')).runValidate as CommandHandler,
      ),
    );
  program
    .command('plan')
    .description('show what apply would do; changes nothing')
    .option('--out <file>', 'save the plan for: cyclectl apply FILE')
    .addOption(makeReportOption())
    .option('--changed-since <ref>', 'only accounts touched since HEAD parted from this commit')
    .addOption(
      new Option(
        '--replaces <plan>',
        'only accounts that this saved plan changes, such as one that is stale',
      ).conflicts('changedSince'),
    )
    .option('--exit-code', 'exit 2 when there is something to do')
    .option('--rewrite', 'send again what nobody can verify (secrets, schedules)')
    .addOption(makeAllowDeletesOption())
    .addOption(makeAllowReplaceOption())
    .addOption(makeAllowNewWebhookUrlsOption())
    .action(
      run(
        async () => (await import('../../features/sync/plan-command.ts')).runPlan as CommandHandler,
      ),
    );
  program
    .command('apply')
    .description('make the service look like Git')
    .argument('[plan]', 'a saved plan, which is applied without asking')
    .option('-y, --yes', 'do not ask')
    .addOption(makeReportOption())
    .option('--rewrite', 'send again what nobody can verify (secrets, schedules)')
    .addOption(makeAllowDeletesOption())
    .addOption(makeAllowReplaceOption())
    .addOption(makeAllowNewWebhookUrlsOption())
    .addOption(
      new Option(
        '--max-age <duration>',
        'refuse a saved plan that is older, such as 12h',
      ).argParser(toDurationMs),
    )
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/sync/apply-command.ts')).runApplyCommand as CommandHandler,
      ),
    );
  addDrift(program, run);
}
