import { type Command, Option } from 'commander';
import {
  allowingDeletes,
  allowingNewWebhookUrls,
  allowingReplace,
  approvedBy,
  reporting,
  scannedFormats,
  toDurationMs,
  waitingForLocks,
} from '../../app/options/option-values.ts';
import type { Runner, Story } from '../story.ts';
import { addDrift } from './add-drift.ts';

/** Adds the commands of every day: what Git says, what is there, and what was done about it. */
export function addDaily(program: Command, run: Runner): void {
  program
    .command('validate')
    .description('check every manifest, offline')
    .addOption(reporting(scannedFormats))
    .action(
      run(
        async () => (await import('../../features/sync/validate-command.ts')).runValidate as Story,
      ),
    );
  program
    .command('plan')
    .description('show what apply would do; changes nothing')
    .option('--out <file>', 'save the plan for: cyclectl apply FILE')
    .addOption(reporting())
    .option('--changed-since <ref>', 'only accounts touched since HEAD parted from this commit')
    .addOption(
      new Option(
        '--replaces <plan>',
        'only accounts that this saved plan changes, such as one that is stale',
      ).conflicts('changedSince'),
    )
    .option('--exit-code', 'exit 2 when there is something to do')
    .option('--rewrite', 'send again what nobody can verify (secrets, schedules)')
    .addOption(allowingDeletes())
    .addOption(allowingReplace())
    .addOption(allowingNewWebhookUrls())
    .action(
      run(async () => (await import('../../features/sync/plan-command.ts')).runPlan as Story),
    );
  program
    .command('apply')
    .description('make the service look like Git')
    .argument('[plan]', 'a saved plan, which is applied without asking')
    .option('-y, --yes', 'do not ask')
    .addOption(reporting())
    .option('--rewrite', 'send again what nobody can verify (secrets, schedules)')
    .addOption(allowingDeletes())
    .addOption(allowingReplace())
    .addOption(allowingNewWebhookUrls())
    .addOption(
      new Option(
        '--max-age <duration>',
        'refuse a saved plan that is older, such as 12h',
      ).argParser(toDurationMs),
    )
    .addOption(approvedBy())
    .addOption(waitingForLocks())
    .action(
      run(
        async () => (await import('../../features/sync/apply-command.ts')).runApplyCommand as Story,
      ),
    );
  addDrift(program, run);
}
