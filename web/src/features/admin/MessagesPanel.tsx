import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { AdminMessage } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useAdminMessages, useHandleMessage } from '../../api/admin.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { ListFrame } from './ListFrame.tsx';
import { useTexts } from './texts.tsx';

/** What people wrote to support, open messages first. */
export function MessagesPanel() {
  const { t } = useTranslation('admin');
  const handle = useHandleMessage();
  return (
    <>
      {handle.isError && <ErrorAlert error={handle.error} sx={{ mb: 2 }} />}
      <ListFrame id="messages" searchLabel={t('messages.search')} useList={useAdminMessages}>
        {({ messages }) => (
          <Box
            component="ul"
            sx={{ display: 'grid', gap: 2, p: 0, m: 0, listStyle: 'none', maxWidth: 860 }}
            data-testid="admin-messages"
          >
            {messages.map((message) => (
              <Message
                key={message.id}
                message={message}
                onHandle={() => handle.mutate({ id: message.id, handled: message.handledDate === null })}
              />
            ))}
          </Box>
        )}
      </ListFrame>
    </>
  );
}

function Message({ message, onHandle }: { message: AdminMessage; onHandle: () => void }) {
  const { t } = useTranslation('admin');
  const { when } = useTexts();
  const { name, email, fromMember, createdDate, handledDate } = message;
  return (
    <Card component="li" sx={{ p: 2.5, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Link href={`mailto:${encodeURIComponent(email)}`}>{email}</Link>
        <Chip size="small" variant="outlined" label={t(fromMember ? 'messages.member' : 'messages.guest')} />
        {handledDate !== null && (
          <Chip size="small" color="success" variant="outlined" label={t('messages.handled')} />
        )}
        <Box sx={{ flex: 1 }} />
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {when(createdDate)}
        </Typography>
      </Box>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.message}</Typography>
      <Box>
        <Button
          size="small"
          variant="outlined"
          onClick={onHandle}
          data-testid={`message-handle-${message.id}`}
        >
          {t(handledDate === null ? 'messages.markHandled' : 'messages.markOpen')}
        </Button>
      </Box>
    </Card>
  );
}
