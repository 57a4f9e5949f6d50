from django.urls import path

from clubscore.hands import views

app_name = "hands"

urlpatterns = [
    path("", views.index, name="index"),
    path("dealing/", views.dealing, name="dealing"),
    path("import/", views.import_pbn, name="import"),
    path("verification/", views.verification, name="verification"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/look/", views.look, name="look"),
    path("<int:pk>/opening/", views.opening, name="opening"),
    path("<int:pk>/sheet/", views.sheet, name="sheet"),
    path("<int:pk>/cards/", views.curtain_cards, name="cards"),
    path("<int:pk>/pbn/", views.pbn, name="pbn"),
    path("<int:pk>/dup/", views.dup, name="dup"),
    path("<int:pk>/sealed/", views.sealed, name="sealed"),
]
