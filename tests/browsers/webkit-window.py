#!/usr/bin/env python3
"""A WebKitGTK browser that WebDriver drives and that keeps its profile when it is closed.

WebKitGTK's own small browser is always private when it is driven. This one is no more than the calls of the library
that it takes: a context with a folder, cookies in a file, and a window for each page that the driver asks for.
Its folder is in KOSZYK_PROFILE, the size of its windows in KOSZYK_SIZE (width x height), its language in
KOSZYK_LANGUAGE.
"""
import ctypes
import os

gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
webkit = ctypes.CDLL("libwebkit2gtk-4.1.so.0")

pointer, text, integer, long = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_uint64
NULL, YES = pointer(None), integer(1)
KEEP_IN_TEXT_FILE = 0


def function(library, name, answer=None, *takes):
    found = getattr(library, name)
    found.restype = answer
    if takes:
        found.argtypes = takes
    return found


handlers = []  # the library calls them; nothing else holds on to them


def connect(instance, signal, handler, answer=None, takes=(pointer, pointer)):
    handlers.append(ctypes.CFUNCTYPE(answer, *takes)(handler))
    call = function(gobject, "g_signal_connect_data", ctypes.c_ulong, pointer, text, pointer, pointer, pointer, integer)
    call(instance, signal, ctypes.cast(handlers[-1], pointer), None, None, 0)


def new_context(folder):
    manager = function(webkit, "webkit_website_data_manager_new", pointer)(
        text(b"base-data-directory"), text(folder + b"/data"),
        text(b"base-cache-directory"), text(folder + b"/cache"), NULL)
    context = function(webkit, "webkit_web_context_new_with_website_data_manager", pointer, pointer)(manager)
    jar = function(webkit, "webkit_web_context_get_cookie_manager", pointer, pointer)(context)
    function(webkit, "webkit_cookie_manager_set_persistent_storage", None, pointer, text, integer)(
        jar, folder + b"/cookies.txt", KEEP_IN_TEXT_FILE)
    languages = (text * 2)(os.environ["KOSZYK_LANGUAGE"].encode(), None)
    function(webkit, "webkit_web_context_set_preferred_languages", None, pointer, pointer)(
        context, ctypes.cast(languages, pointer))
    function(webkit, "webkit_web_context_set_automation_allowed", None, pointer, integer)(context, 1)
    return context


def new_view(context, width, height):
    kind = function(webkit, "webkit_web_view_get_type", ctypes.c_size_t)()
    view = function(gobject, "g_object_new", pointer)(
        ctypes.c_size_t(kind), text(b"web-context"), pointer(context),
        text(b"is-controlled-by-automation"), YES, NULL)
    settings = function(webkit, "webkit_web_view_get_settings", pointer, pointer)(view)
    function(webkit, "webkit_settings_set_enable_write_console_messages_to_stdout", None, pointer, integer)(settings, 1)
    window = function(gtk, "gtk_window_new", pointer, integer)(0)
    function(gtk, "gtk_window_set_default_size", None, pointer, integer, integer)(window, width, height)
    function(gtk, "gtk_container_add", None, pointer, pointer)(window, view)
    function(gtk, "gtk_widget_show_all", None, pointer)(window)
    connect(view, b"close", lambda *_: function(gtk, "gtk_widget_destroy", None, pointer)(window))
    return view


def main():
    function(gtk, "gtk_init", None, pointer, pointer)(None, None)
    context = new_context(os.environ["KOSZYK_PROFILE"].encode())
    width, height = (int(number) for number in os.environ["KOSZYK_SIZE"].split("x"))

    def started(_context, session, _data):
        # The driver asks every browser for its name and version.
        info = function(webkit, "webkit_application_info_new", pointer)()
        function(webkit, "webkit_application_info_set_name", None, pointer, text)(info, b"WebKitGTK")
        function(webkit, "webkit_application_info_set_version", None, pointer, long, long, long)(info, 2, 0, 0)
        function(webkit, "webkit_automation_session_set_application_info", None, pointer, pointer)(session, info)
        connect(session, b"create-web-view", lambda *_: new_view(context, width, height), pointer)

    connect(context, b"automation-started", started, None, (pointer, pointer, pointer))
    function(gtk, "gtk_main")()


main()
