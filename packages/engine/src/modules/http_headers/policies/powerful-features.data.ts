/** Features that reach into a visitor's room, purse or machine. */
export const powerfulFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'display-capture',
  'clipboard-read',
];
