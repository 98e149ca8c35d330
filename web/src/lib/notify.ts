/** A notification for the player who looks elsewhere. Asked for only when the player presses the switch. */
import { settings } from "./settings.svelte";

export function canNotify(): boolean {
  return typeof Notification !== "undefined";
}

/** Turn notifications on or off; whether they are on now. The browser asks the player. */
export async function wantNotifications(wanted: boolean): Promise<boolean> {
  settings.notifications = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
  return settings.notifications;
}

async function show(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  // phones only let a service worker show one
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options);
}

/** Say something if the tab is hidden and the player wants to be told; a newer one with the same tag replaces it. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (!settings.notifications || !canNotify() || !document.hidden || Notification.permission !== "granted") return;
  await show(title, { body, tag, icon: "/icon-192.png", badge: "/icon-192.png", data: { address: location.pathname } });
}
