import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { insertMailToken, spendMailTokens, useUpMailToken } from '../storage/mailTokenRows.ts';
import type { PendingAccount, TokenKind } from '../storage/schema.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Record<TokenKind, number> = { confirm: 24 * HOUR_MS, reset: HOUR_MS, unlock: HOUR_MS };

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a single-use token for a link; only its hash is kept. */
export async function issueMailToken(
  db: Database,
  kind: TokenKind,
  userId: string,
  pending?: PendingAccount,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertMailToken(db, {
    hash: hashToken(token),
    kind,
    userId,
    pending: pending ?? null,
    expiresAt: new Date(Date.now() + LIFETIME_MS[kind]),
  });
  return token;
}

/** Uses a token up, and with it every other of its kind for that person; undefined if it is unknown, used or expired. */
export async function redeemMailToken(
  db: Database,
  kind: TokenKind,
  token: string,
): Promise<{ userId: string; pending: PendingAccount | null } | undefined> {
  const row = await useUpMailToken(db, kind, hashToken(token));
  if (!row) return undefined;
  await spendMailTokens(db, [kind], row.userId);
  return row;
}

/** Links that a new password makes worthless. */
export const LINKS_OF_A_PASSWORD: readonly TokenKind[] = ['reset', 'unlock'];
