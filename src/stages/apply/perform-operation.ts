import type { Operation } from '../../model/operation.ts';
import { performAccount } from './perform-account.ts';
import { activateCycle, pauseCycle } from './perform-activity.ts';
import {
  deleteConnector,
  installConnector,
  setProperty,
  updateConnector,
} from './perform-connector.ts';
import { deleteCycle, installTemplate, updateCycle } from './perform-cycle.ts';
import { bindSlots, setMapping, setVariables } from './perform-mappings.ts';
import type { Performed, Scene, Side } from './scene.ts';

/** Does one operation. `earlier` writes what was there before instead of what the manifest wants. */
export function performOperation(
  scene: Scene,
  operation: Operation,
  side: Side = 'desired',
): Promise<Performed> {
  const { action } = operation;
  switch (action.kind) {
    case 'create-account':
    case 'update-account':
      return performAccount(scene, operation, action.paths);
    case 'install-connector':
      return installConnector(scene, operation, action.paths);
    case 'update-connector':
      return updateConnector(scene, operation, action.paths);
    case 'set-property':
      return setProperty(scene, operation, action.path);
    case 'delete-connector':
      return deleteConnector(scene, operation);
    case 'install-template':
      return installTemplate(scene, operation);
    case 'update-cycle':
      return updateCycle(scene, operation, { paths: action.paths, side });
    case 'bind-slots':
      return bindSlots(scene, operation, { paths: action.paths, side });
    case 'set-variables':
      return setVariables(scene, operation, { paths: action.paths, side });
    case 'set-mapping':
      return setMapping(scene, operation, { path: action.path, slot: action.slot, side });
    case 'pause-cycle':
      return pauseCycle(scene, operation, action.restart);
    case 'activate-cycle':
      return activateCycle(scene, operation, action.schedule);
    case 'delete-cycle':
      return deleteCycle(scene, operation);
  }
}
