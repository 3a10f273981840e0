import type { Operation } from '../../model/plan/operation.ts';
import type { ApplyState, OperationResult, Side } from './apply-state.ts';
import { createCategory } from './connectors/create-category.ts';
import { createConnector } from './connectors/create-connector.ts';
import { deleteConnector } from './connectors/delete-connector.ts';
import { updateConnector } from './connectors/update-connector.ts';
import { writeProperty } from './connectors/write-property.ts';
import { bindSlots } from './cycles/bind-slots.ts';
import { createFromTemplate } from './cycles/create-from-template.ts';
import { deleteCycle } from './cycles/delete-cycle.ts';
import { importCycle } from './cycles/import-cycle.ts';
import { updateCycle } from './cycles/update-cycle.ts';
import { writeMapping } from './cycles/write-mapping.ts';
import { writeVariables } from './cycles/write-variables.ts';
import { deleteAccount } from './delete-account.ts';
import { runSafely } from './journal/run-safely.ts';
import { runWithIntent } from './journal/run-with-intent.ts';
import { startCycle } from './running/start-cycle.ts';
import { stopCycle } from './running/stop-cycle.ts';
import { writeAccount } from './write-account.ts';

/**
 * Does one operation, and never throws. `earlier` writes what was there before instead of what the
 * manifest wants.
 */
export function runOperation(
  scene: ApplyState,
  operation: Operation,
  side: Side = 'desired',
): Promise<OperationResult> {
  return runSafely(operation.address, () =>
    runWithIntent(scene, operation, () => dispatch(scene, operation, side)),
  );
}

function dispatch(scene: ApplyState, operation: Operation, side: Side): Promise<OperationResult> {
  const { action } = operation;
  switch (action.kind) {
    case 'create-account':
    case 'update-account':
      return writeAccount(scene, operation, action.paths);
    case 'delete-account':
      return deleteAccount(scene, operation);
    case 'install-connector':
      return createConnector(scene, operation, action.paths);
    case 'update-connector':
      return updateConnector(scene, operation, action.paths);
    case 'set-property':
      return writeProperty(scene, operation, action.path);
    case 'create-category':
      return createCategory(scene, operation, action.path);
    case 'delete-connector':
      return deleteConnector(scene, operation);
    case 'import-cycle':
      return importCycle(scene, operation);
    case 'install-template':
      return createFromTemplate(scene, operation);
    case 'update-cycle':
      return updateCycle(scene, operation, { paths: action.paths, side });
    case 'bind-slots':
      return bindSlots(scene, operation, { paths: action.paths, side });
    case 'set-variables':
      return writeVariables(scene, operation, { paths: action.paths, side });
    case 'set-mapping':
      return writeMapping(scene, operation, { path: action.path, slot: action.slot, side });
    case 'pause-cycle':
      return stopCycle(scene, operation, action.restart);
    case 'activate-cycle':
      return startCycle(scene, operation, action.schedule);
    case 'delete-cycle':
      return deleteCycle(scene, operation);
  }
}
