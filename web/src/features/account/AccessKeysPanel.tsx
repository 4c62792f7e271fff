import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { AccessKey } from '@pace/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccessKeys, useCreateAccessKey, useRevokeAccessKey } from '../../api/accessKeys.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { AccessKeyForm } from './AccessKeyForm.tsx';
import { AccessKeyList } from './AccessKeyList.tsx';
import { NewAccessKey } from './NewAccessKey.tsx';

/** Keys by which scripts call in the user's name: create, copy, revoke. */
export function AccessKeysPanel() {
  const { t } = useTranslation('account');
  const keys = useAccessKeys();
  const create = useCreateAccessKey();
  const revoke = useRevokeAccessKey();
  const [revoking, setRevoking] = useState<AccessKey>();
  const list = useRef<HTMLDivElement>(null);
  const confirmRevoking = ({ id }: AccessKey) =>
    revoke.mutate(id, {
      onSuccess: () => {
        if (create.data?.id === id) create.reset();
        // The button that had the focus is gone.
        list.current?.focus();
      },
      onSettled: () => setRevoking(undefined),
    });
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 760, '& > *': { minWidth: 0 } }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '64ch' }}>{t('keys.text')}</Typography>
      <AccessKeyForm create={create} />
      {create.data && <NewAccessKey created={create.data} onDone={create.reset} />}
      {revoke.isError && <ErrorAlert error={revoke.error} />}
      {keys.isError && <ErrorAlert error={keys.error} />}
      <div ref={list} tabIndex={-1}>
        {keys.data &&
          (keys.data.length === 0 ? (
            <EmptyState icon="key" title={t('keys.empty')} text={t('keys.emptyText')} />
          ) : (
            <AccessKeyList keys={keys.data} onRevoke={setRevoking} />
          ))}
      </div>
      {revoking && (
        <ConfirmDialog
          open
          title={t(revoking.expired ? 'keys.removeTitle' : 'keys.revokeTitle', { name: revoking.name })}
          text={t(revoking.expired ? 'keys.removeText' : 'keys.revokeText')}
          confirmLabel={t(revoking.expired ? 'keys.remove' : 'keys.revoke')}
          destructive
          busy={revoke.isPending}
          testId="access-key-revoke-confirm"
          onConfirm={() => confirmRevoking(revoking)}
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </Box>
  );
}
