import type { Call } from '../http/call.ts';
import { makeReply, type Reply } from '../http/reply.ts';
import { readAccount } from '../resources/accounts/accounts.ts';
import { toServiceTime } from '../world/clock.ts';
import { readTaskMonth, readTasks } from './tasks.ts';

/** GET /accounts/{id}/usage: the tasks of this month (SERVICE A.1 [T]). */
export function getUsage(call: Call): Reply {
  const { id } = readAccount(call);
  const nowMs = call.state.clock.nowMs();
  const { startMs, endMs } = readTaskMonth(nowMs);
  return makeReply({
    Id: id,
    TasksUsed: readTasks(call.state, id, nowMs),
    StartTime: toServiceTime(startMs),
    EndTime: toServiceTime(endMs),
  });
}
