import { useLocation } from '@tanstack/react-router';
import { LoadingScreen } from '../loading/loading-screen.js';
import { OperatorScreen } from '../operator-screen.js';

/** The screens of who runs the portal, which come to their browsers together. */
export function OperatorScreens() {
  const isLoading = useLocation({ select: ({ pathname }) => pathname.toLowerCase().startsWith('/operator/loads') });
  return isLoading ? <LoadingScreen /> : <OperatorScreen />;
}
