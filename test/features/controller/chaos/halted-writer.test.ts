import { expect, it } from 'vitest';
import { programPath, startAt } from '../../../support/run-cyclectl.ts';
import { openReplicaNetwork } from './replica-network.ts';
import { openChangedFleet } from './run-chaos.ts';
import { SharedWorkLog } from './work-log.ts';

// `npm run chaos` runs it: a lock is taken over after half a minute.
const isWhole = Number(process.env.CHAOS_ROUNDS ?? 1) > 1;
/** What a write is noted with before it is sent. */
const noted = /INSERT INTO cyclectl\.(pauses|creates|writes)/;

it.runIf(isWhole)(
  'sends nothing after a halt between the note of a write and the write, if another run took the account',
  async () => {
    const { shared, run } = await openChangedFleet();
    const { directory, environment, emulator, database } = shared;
    const log = new SharedWorkLog().of('halted');
    const ends = { databaseUrl: database.url.reveal(), serviceUrl: shared.url };
    const network = await openReplicaNetwork(ends, log);
    const env = { ...environment, ...network.environment };
    const words = ['apply', '--yes', '--select', 'account=north-001'];
    // So slow that the write waits for its turn.
    await shared.edit('cyclectl.yaml', 'requestsPerSecond: 1000', 'requestsPerSecond: 3');
    const process = startAt({ path: programPath, directory }, words, env);
    const halted = Promise.withResolvers<void>();
    let isNoted = false;
    network.database.on('sent', (bytes) => {
      isNoted ||= noted.test(bytes.toString('latin1'));
    });
    network.database.on('answered', (bytes) => {
      if (!isNoted || !bytes.includes('COMMIT')) return;
      network.database.removeAllListeners('answered');
      setTimeout(() => {
        process.kill('SIGSTOP');
        halted.resolve();
      }, 30);
    });
    await Promise.race([halted.promise, process]);
    await shared.edit('cyclectl.yaml', 'requestsPerSecond: 3', 'requestsPerSecond: 1000');
    const other = await run('apply', '--yes', '--lock-timeout', '60s');
    expect(other.exitCode, other.stdout).toBe(0);
    const requests = emulator.requests().length;
    process.kill('SIGCONT');
    const { stdout, stderr } = await process;
    expect(`${stdout}${stderr}`).toContain('another run took it');
    const sent = emulator.requests().slice(requests);
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await run('plan', '--exit-code')).exitCode).toBe(0);
  },
  180_000,
);
