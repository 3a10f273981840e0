import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  makeListenOption,
  makeReturnToOption,
  toDurationMs,
  toListenAddress,
} from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

const hourMs = 3_600_000;

/** Adds `cyclectl controller`. */
export function addController(program: Command, run: MakeAction): void {
  program
    .command('controller')
    .description('Look at all accounts again and again, as one of any number of equal replicas')
    .addOption(
      new Option('--mode <mode>', 'Only look, or also apply what no person must approve')
        .choices(['observe', 'reconcile'])
        .default('observe'),
    )
    .addOption(
      new Option('--interval <duration>', 'Start a sweep of all accounts this often')
        .argParser(toDurationMs)
        .default(hourMs, '1h'),
    )
    .addOption(
      new Option('--share <percent>', 'Part of the rate of requests for all replicas together')
        .argParser(toPercent)
        .default(50, '50'),
    )
    .option(
      '--repository <url>',
      'Fetch the manifests from this repository every 30 seconds; -C is a folder in it',
    )
    .option('--ref <name>', 'Follow this branch of it, or ref: main, or refs/tags/v1')
    .option('--token-file <file>', 'Read the token for https here (or set CYCLECTL_GIT_TOKEN)')
    .option('--known-hosts <file>', 'Expect the public keys of hosts of this file, for ssh')
    .option('--ssh-key <file>', 'Use this private key, for ssh')
    .option('--allowed-signers <file>', 'Follow only commits that these signers signed by ssh')
    .option('--allow-rewrite <commit>', 'Follow this commit of a ref that was rewritten')
    .addOption(makeListenOption('Serve health, metrics and the report on this address'))
    .addOption(
      new Option(
        '--consent-listen <address>',
        'Answer sign-in links of customers on this address, as consent serve does',
      ).argParser(toListenAddress),
    )
    .addOption(makeReturnToOption())
    .action(
      run(
        async () => (await import('../../features/controller/controller-command.ts')).runController,
      ),
    );
}

function toPercent(value: string): number {
  const percent = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (percent < 1 || percent > 90)
    throw new InvalidArgumentError('Write a percentage from 1 to 90, such as 50.');
  return percent;
}
