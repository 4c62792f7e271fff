import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../queryClient.ts';
import { LogoutButton } from './LogoutButton.tsx';

/** The logout button with what it needs to call the server, which the landing page has not loaded. */
export default function LandingLogout() {
  return (
    <QueryClientProvider client={queryClient}>
      <LogoutButton />
    </QueryClientProvider>
  );
}
