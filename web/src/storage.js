// What the browser keeps: language, colours, printers. A browser that keeps nothing works as well.
function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`printkit-${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(`printkit-${key}`, JSON.stringify(value));
  } catch {
    // Without storage, or with a full quota, the choice holds until the page is closed.
  }
}

export const storage = { read, write };
