import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { USER_TYPES, userRole, type AdminUser, type UserRole } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdminUsers, useChangeUser } from '../../api/admin.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { DataTable, type Column } from './DataTable.tsx';
import { ListFrame } from './ListFrame.tsx';
import { TwoLines, useTexts } from './texts.tsx';

const ROLES = Object.keys(USER_TYPES) as UserRole[];

/** Accounts: approve, change the type, disable and enable. Nobody can do this to their own. */
export function UsersPanel({ ownId }: { ownId: string }) {
  const { t } = useTranslation('admin');
  const { when, bytes } = useTexts();
  const change = useChangeUser();
  const [disabling, setDisabling] = useState<AdminUser>();
  const columns: Column<AdminUser>[] = [
    {
      title: t('users.person'),
      cell: ({ name, surname, email }) => <TwoLines first={`${name} ${surname}`} second={email} />,
    },
    { title: t('users.company'), cell: ({ company }) => company },
    {
      title: t('users.type'),
      cell: ({ id, email, userType }) => (
        <TextField
          select
          size="small"
          variant="standard"
          value={userRole(userType)}
          disabled={id === ownId || change.isPending}
          onChange={(event) => change.mutate({ id, userType: USER_TYPES[event.target.value as UserRole] })}
          slotProps={{
            htmlInput: { 'aria-label': t('users.typeOf', { email }), 'data-testid': `user-type-${id}` },
          }}
        >
          {ROLES.map((role) => (
            <MenuItem key={role} value={role}>
              {t(`roles.${role}`)}
            </MenuItem>
          ))}
        </TextField>
      ),
    },
    { title: t('users.state'), cell: (user) => <UserState user={user} /> },
    { title: t('users.created'), cell: ({ createdDate }) => when(createdDate) },
    { title: t('users.lastLogin'), cell: ({ lastLoginDate }) => when(lastLoginDate) },
    { title: t('users.projects'), align: 'right', cell: ({ projects }) => projects },
    { title: t('users.storage'), align: 'right', cell: ({ storageBytes }) => bytes(storageBytes) },
    { title: t('users.accessKeys'), align: 'right', cell: ({ accessKeys }) => accessKeys },
    {
      title: t('users.actions'),
      cell: (user) => (
        <Box sx={{ display: 'flex', gap: 1 }}>
          {user.confirmedDate === null && (
            <Button
              size="small"
              variant="outlined"
              onClick={() => change.mutate({ id: user.id, approved: true })}
              aria-label={t('users.approveWho', { email: user.email })}
              data-testid={`user-approve-${user.id}`}
            >
              {t('users.approve')}
            </Button>
          )}
          {user.id !== ownId && (
            <Button
              size="small"
              color={user.disabledDate === null ? 'error' : 'primary'}
              onClick={() =>
                user.disabledDate === null
                  ? setDisabling(user)
                  : change.mutate({ id: user.id, disabled: false })
              }
              aria-label={t(user.disabledDate === null ? 'users.disableWho' : 'users.enableWho', {
                email: user.email,
              })}
              data-testid={`user-disable-${user.id}`}
            >
              {t(user.disabledDate === null ? 'users.disable' : 'users.enable')}
            </Button>
          )}
        </Box>
      ),
    },
  ];
  return (
    <>
      {change.isError && <ErrorAlert error={change.error} sx={{ mb: 2 }} />}
      <ListFrame id="users" searchLabel={t('users.search')} useList={useAdminUsers}>
        {({ users }) => (
          <DataTable
            label={t('tabs.users')}
            columns={columns}
            rows={users}
            testId="admin-users"
            minWidth={1120}
          />
        )}
      </ListFrame>
      {disabling && (
        <ConfirmDialog
          open
          destructive
          title={t('users.disableTitle', { email: disabling.email })}
          text={t('users.disableText')}
          confirmLabel={t('users.disable')}
          testId="user-disable-confirm"
          onCancel={() => setDisabling(undefined)}
          onConfirm={() => {
            change.mutate({ id: disabling.id, disabled: true });
            setDisabling(undefined);
          }}
        />
      )}
    </>
  );
}

function UserState({ user }: { user: AdminUser }) {
  const { t } = useTranslation('admin');
  if (user.disabledDate !== null)
    return <Chip size="small" color="error" variant="outlined" label={t('states.disabled')} />;
  if (user.confirmedDate === null)
    return <Chip size="small" color="warning" variant="outlined" label={t('states.unconfirmed')} />;
  return <Chip size="small" color="success" variant="outlined" label={t('states.active')} />;
}
