export function pushJobId(notification: string, device: string): string {
  return `${notification}:${device}`
}

export function parsePushJobId(id: string): { notification: string; device: string } {
  const [notification = '', device = ''] = id.split(':')
  return { notification, device }
}
