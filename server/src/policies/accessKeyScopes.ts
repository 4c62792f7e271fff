import {
  CALL_SCOPES,
  scopeCovers,
  type AccessKeyScope,
  type CallName,
  type GuestCallName,
} from '@pace/contract';
import { problem } from '../problem.ts';

/** @throws Problem ACCESS_KEY_SCOPE unless a key of this scope may make the call */
export function requireScope(scope: AccessKeyScope, name: Exclude<CallName, GuestCallName>): void {
  const needed = CALL_SCOPES[name];
  if (needed === 'session') throw problem('ACCESS_KEY_SCOPE.session');
  if (!scopeCovers(scope, needed)) throw problem('ACCESS_KEY_SCOPE', { needed, scope });
}
