import { formatName } from '../../../kit/text/format-name.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatPath } from './format-path.ts';

/** `prod  https://api.integration.example.com`, the target as every report names it. */
export function formatTarget(target: PlanTarget): string {
  return `${formatName(target.environment)}  ${formatServiceAddress(target)}`;
}

/** The address of the service, and whether it is the embedded one. */
export function formatServiceAddress({ service, address }: PlanTarget): string {
  const location = formatPath(address);
  return service === 'emulator' ? `embedded service, ${location}` : location;
}
